// The statements of some work with their values, as a driver of the runtime sends them.

/** Runs `work`, and gives what was sent meanwhile. */
export async function recorded(driver, work) {
  const session = await driver.connect('writes');
  const prototype = Object.getPrototypeOf(session);
  await session.close();
  const { run, together, command } = prototype;
  const sent = [];
  // Some drivers run what is sent together one by one.
  let isTogether = false;
  prototype.command = function (sql) {
    sent.push({ sql, values: [] });
    return command.call(this, sql);
  };
  prototype.run = function (statement, ...more) {
    if (!isTogether) sent.push(statement);
    return run.call(this, statement, ...more);
  };
  prototype.together = async function (statements) {
    sent.push(...statements);
    isTogether = true;
    try {
      return await together.call(this, statements);
    } finally {
      isTogether = false;
    }
  };
  try {
    await work();
  } finally {
    Object.assign(prototype, { run, together, command });
  }
  return sent;
}
