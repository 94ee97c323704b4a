// A reporter of Vitest that names every failed test in a line of its own, before the details of the first one fill the screen.
import { stripVTControlCharacters } from 'node:util';

const SHOWN = 400;

const oneLine = (text) => stripVTControlCharacters(String(text)).replaceAll(/\s+/g, ' ').slice(0, SHOWN);

export default class Failures {
  onTestRunEnd(modules, errors) {
    const lines = modules.flatMap((module) => [
      ...module.errors().map((error) => `${module.relativeModuleId}: ${oneLine(error.message)}`),
      ...[...module.children.allTests('failed')].map(
        (test) =>
          `${module.relativeModuleId}: ${test.fullName}: ${oneLine(
            test
              .result()
              .errors?.map(({ message, diff }) => `${message} ${diff ?? ''}`)
              .join(' / '),
          )}`,
      ),
    ]);
    lines.push(...errors.map((error) => `outside of tests: ${oneLine(error.message)}`));
    if (lines.length > 0) console.log(`\n${lines.length} failures:\n${lines.join('\n')}\n`);
  }
}
