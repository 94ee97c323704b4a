// What is the same for every driver.

export { dateTime, dateTimeText, zonedDateTime, zonedDateTimeText } from './date-times.js';
export { date, time } from './days.js';
export { decimal } from './decimals.js';
export { json } from './json.js';
export { label, labelIndex, labelSet } from './labels.js';
export { textList } from './lists.js';
export { uuid } from './uuids.js';
export { bigInteger, integerText } from './whole.js';
