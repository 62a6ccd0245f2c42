// `npm install` in a pnpm workspace reports success and installs nothing; say so instead.
if (!(process.env.npm_config_user_agent ?? '').startsWith('pnpm/')) {
  console.error('This repository is a pnpm workspace: run `npm start` or `npm test`, they install what is needed by themselves.');
  process.exit(1);
}
