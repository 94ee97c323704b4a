// The same failover with an asynchronous standby. It must lose work that clients were told of, and the judge must see that.

import { killPrimaries } from './failover.mjs';

/**
 * Ranks are still 1..n. The replay is of no use here: after the loss the server gives keys away a second time, so that an object
 * of a row that was lost means another row.
 */
const isExpected = (problem) => /^(lost|answer|object|order|rows):/.test(problem);

export const scenario = {
  about: 'control: PostgreSQL, asynchronous standby, kills: must lose acknowledged work',
  variants: {
    async ''(lab, size) {
      const result = await killPrimaries(lab, size, { isSynchronous: false });
      const others = result.problems.filter((problem) => !isExpected(problem));
      const blind = result.lost > 0 ? [] : ['nothing was lost, or the judge did not see it: the lab proves nothing'];
      return { ...result, right: others.length === 0, problems: [...others, ...blind] };
    },
  },
};
