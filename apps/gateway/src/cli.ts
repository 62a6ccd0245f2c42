#!/usr/bin/env node
const help = `Usage:
  gateway                                   start the gateway
  gateway operator list                     list the operators of the console
  gateway operator setup-link               create a link for the first operator
  gateway operator reset-password <e-mail>  create a link with which an operator sets a new password

Settings come from the environment, as for the gateway. The operator commands work while the gateway is running.`;

const [command, ...args] = process.argv.slice(2);

// Nothing else is loaded before main.js, which handles stop signals from its first line.
if (command === undefined || command === 'start') void import('./main.js');
else if (command === 'operator' && args.length > 0 && !args.includes('--help')) {
  const { operatorCommand } = await import('./operator-command.js');
  const { code, output } = await operatorCommand(args, process.env);
  process[code === 0 ? 'stdout' : 'stderr'].write(`${output}\n`);
  process.exitCode = code;
} else {
  const isRequested = command === '--help' || command === '-h' || command === 'help' || args.includes('--help');
  process[isRequested ? 'stdout' : 'stderr'].write(`${help}\n`);
  process.exitCode = isRequested ? 0 : 1;
}
