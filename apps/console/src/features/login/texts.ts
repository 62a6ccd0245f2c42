import { catalogue } from '../../lib/language/language.js';

export const t = catalogue('features/login', {
  email: 'E-mail',
  password: 'Password',
  passwordHelp: (least: number) => `At least ${least} characters. Use a few random words.`,
  language: 'Language',
  incompleteLink: 'The link is incomplete. Open the full link: it ends with a token after the #.',
  signIn: {
    title: 'Sign in',
    ended: 'Your session has ended. Sign in to continue.',
    or: 'or',
    withPasskey: 'Sign in with a passkey',
    withProvider: (provider: string) => `Sign in with ${provider}`,
    signedOut: 'You are signed out of the gateway. {link}',
    signOutOfProvider: (provider: string) => `Sign out of ${provider} as well`,
    passwordMissing: 'Enter your password.',
    forgotten: 'Forgot your password? Ask an owner for a reset link (Operators page), or run {command} on the server.',
  },
  secondFactor: {
    title: 'Second factor',
    passkey: 'Use one of your passkeys to confirm that it is you.',
    continueWithPasskey: 'Continue with a passkey',
    usePasskey: 'Use a passkey',
    useApp: 'Use the app',
    useRecoveryCode: 'Use a recovery code',
    code: 'Code',
    codeHelp: 'The six digits that your authenticator app shows for Gateway.',
    recoveryCode: 'Recovery code',
    recoveryCodeHelp: 'One of the codes that you saved when you set up your second factor. Each code works once.',
    continue: 'Continue',
    startAgain: 'Start again',
    noCodes:
      'No codes left? Ask an owner to reset your second factor (Operators page), or run {command} on the server.',
  },
  setUp: {
    title: 'Welcome',
    help: 'Create the first account of this gateway. It has the role Owner.',
    create: 'Create account',
    firstOwner: 'The first person to sign in must have the role owner at the provider.',
    noOperator:
      'This gateway has no operator yet. Open the setup link that the gateway printed at startup. It contains {link} and works once. A restart prints a new link.',
    theme: { title: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  },
  operator: {
    name: 'Your name',
    nameHelp: 'Shown with your answers and changes.',
    emailHelp: 'Used to sign in. The gateway sends no e-mail.',
  },
  invitation: {
    title: 'Accept your invitation',
    help: 'Create an account to answer prompts and operate this gateway.',
    join: { owner: 'Join as owner', operator: 'Join as operator', viewer: 'Join as viewer' },
    notOne: 'This link is not an invitation.',
  },
  reset: {
    title: 'Choose a new password',
    password: 'New password',
    help: (least: number) => `At least ${least} characters. You will be signed out everywhere else.`,
    submit: 'Set password and sign in',
  },
});
