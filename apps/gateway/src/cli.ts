#!/usr/bin/env node
import { operatorCommand } from './operator-command.js';

const help = `Usage:
  gateway                                   start the gateway
  gateway operator list                     list the operators of the console
  gateway operator setup-link               make a link for the first operator
  gateway operator reset-password <e-mail>  make a link with which an operator sets a new password

Settings come from the environment, the same as the gateway's. The operator commands work while it runs.`;

const [command, ...args] = process.argv.slice(2);

if (command === undefined || command === 'start') void import('./main.js');
else if (command === 'operator' && args.length > 0 && !args.includes('--help')) {
  const { code, output } = await operatorCommand(args, process.env);
  process[code === 0 ? 'stdout' : 'stderr'].write(`${output}\n`);
  process.exitCode = code;
} else {
  const isAsked = command === '--help' || command === '-h' || command === 'help' || args.includes('--help');
  process[isAsked ? 'stdout' : 'stderr'].write(`${help}\n`);
  process.exitCode = isAsked ? 0 : 1;
}
