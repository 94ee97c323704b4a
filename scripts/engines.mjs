#!/usr/bin/env node
// Starts and stops real database engines for tests. See docs/engines.md.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { engineOf } from './engines/engines.mjs';
import { help } from './engines/help.mjs';
import { bundleNames, install } from './engines/install.mjs';
import { reach, start, stop } from './engines/lifecycle.mjs';
import { engineUrl, nodeUrls, runningState, savedState } from './engines/locate.mjs';
import { interruption } from './engines/processes.mjs';
import { cacheFolder, defaultNames, engineNames, urlVariable } from './engines/settings.mjs';

// Results go to stdout, talk to stderr: `eval "$(… env)"` must see nothing else.
const print = (line) => process.stdout.write(`${line}\n`);
const say = (line) => process.stderr.write(`${line}\n`);

const commands = {
  async install(names) {
    const engines = orDefault(
      names.filter((name) => !bundleNames.includes(name)),
      names.length > 0,
    ).map(engineOf);
    await install(
      engines,
      names.filter((name) => bundleNames.includes(name)),
      say,
    );
  },

  async start(names) {
    const { failed } = await startAll(orDefault(names));
    return failed ? 1 : 0;
  },

  async stop(names) {
    await stopAll(names.length > 0 ? names : engineNames);
  },

  async status(names) {
    for (const name of names.length > 0 ? names : engineNames) print(await statusLine(engineOf(name)));
  },

  env(names) {
    const found = (names.length > 0 ? names : engineNames).filter(engineUrl);
    if (found.length === 0) throw new Error('no engine runs; run: node scripts/engines.mjs start');
    printExports(found);
  },

  async run(names, command) {
    if (!command?.length) throw new Error('run needs a command: run [engine…] -- command [argument…]');
    const { failed, started } = await startAll(orDefault(names));
    try {
      return failed ? 1 : await runCommand(command);
    } finally {
      await stopAll(started);
    }
  },

  clean() {
    const inUse = engineNames.filter((name) => engineOf(name).root && runningState(name));
    if (inUse.length > 0) throw new Error(`${inUse.join(' and ')} runs from the cache; stop first`);
    rmSync(cacheFolder(), { recursive: true, force: true });
    say(`removed ${cacheFolder()}`);
  },
};

function orDefault(names, isGiven = names.length > 0) {
  return isGiven ? names : defaultNames;
}

/** Starts engines side by side. One that fails does not stop the others. */
async function startAll(names) {
  const started = [];
  let failed = false;
  await Promise.all(
    names.map(async (name) => {
      const since = performance.now();
      try {
        const result = await start(engineOf(name));
        if (result.how === 'started') started.push(name);
        const seconds = ((performance.now() - since) / 1000).toFixed(1);
        const how = result.how === 'started' ? `started in ${seconds} s` : result.how;
        say(`${name}: ${[how, result.version].filter(Boolean).join(', ')}`);
      } catch (error) {
        failed = true;
        say(`${name}: ${interruption.signal.aborted ? 'interrupted' : error.message}`);
      }
    }),
  );
  printExports(names);
  return { started, failed };
}

async function stopAll(names) {
  const results = await Promise.allSettled(
    names.map(async (name) => say(`${name}: ${(await stop(engineOf(name))) ? 'stopped' : 'not running'}`)),
  );
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure) throw failure.reason;
}

/** Runs a command with the URLs in its environment; resolves to its exit code as a shell would report it. */
function runCommand([program, ...args]) {
  const urls = engineNames.flatMap(nodeVariables);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...Object.fromEntries(urls) } });
    const forward = () => {
      // A terminal sends Ctrl-C to the command as well, and many programs take a second one as "do not clean up".
      const { signal } = interruption.signal.reason;
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    if (interruption.signal.aborted) forward();
    interruption.signal.addEventListener('abort', forward);
    child.on('error', (error) => reject(new Error(`cannot run ${program}: ${error.message}`)));
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

async function statusLine(engine) {
  const { name } = engine;
  const external = process.env[urlVariable(name)];
  const running = runningState(name);
  const line = (word, ...rest) => [name.padEnd(10), word.padEnd(14), ...rest].join(' ').trimEnd();
  if (external) {
    const problem = await reach(external, name).catch((error) => error.message);
    return line('external', problem || withoutPassword(external));
  }
  if (running) {
    const each = (property) => running.nodes.map((node) => node[property]);
    return line('running', each('url').join(' '), ` ${running.version}, process ${each('pid').join(', ')}`);
  }
  if (savedState(name)) return line('died', `run: node scripts/engines.mjs start ${name}`);
  return line(engine.isInstalled() ? 'stopped' : 'not installed');
}

function withoutPassword(url) {
  return url.replace(/^(\w+:\/\/[^:/@]*):[^@]*@/, '$1:***@');
}

/** Engines of ours only: what came from the environment is exported already, and its password stays out of logs. */
function printExports(names) {
  for (const name of names.filter((each) => !process.env[urlVariable(each)])) {
    for (const [variable, url] of nodeVariables(name)) print(`export ${variable}='${url}'`);
  }
}

function nodeVariables(name) {
  return nodeUrls(name).map((url, index) => [urlVariable(name, index + 1), url]);
}

async function main([name, ...rest]) {
  if (name === undefined || name === 'help' || [name, ...beforeCommand(rest)].some(isHelp)) {
    process.stdout.write(help);
    return name === undefined ? 1 : 0;
  }
  if (!Object.hasOwn(commands, name)) {
    throw new Error(`unknown command "${name}", expected one of ${Object.keys(commands).join(', ')}; see --help`);
  }
  const names = [...new Set(beforeCommand(rest))];
  if (names.length > 0 && name === 'clean') throw new Error('clean takes no names');
  for (const given of names) if (!(bundleNames.includes(given) && name === 'install')) engineOf(given);
  return commands[name](names, rest.slice(beforeCommand(rest).length + 1));
}

function beforeCommand(args) {
  const dashes = args.indexOf('--');
  return dashes < 0 ? args : args.slice(0, dashes);
}

function isHelp(argument) {
  return argument === '--help' || argument === '-h';
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => interruption.abort(Object.assign(new Error(`interrupted by ${signal}`), { signal })));
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ?? 0;
} catch (error) {
  say(`engines: ${error.message}`);
  process.exitCode = 1;
}
if (interruption.signal.aborted) process.exitCode ||= 128 + constants.signals[interruption.signal.reason.signal];
