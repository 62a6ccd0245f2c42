import { localChoice } from '../storage/local-choice.js';

/** Id of the operator who turned notifications on in this browser. The empty string: they are off. */
export const pushOperator = localChoice('push-operator');

/** `on`: a sound is played when a prompt arrives while the console is open in this browser. */
export const soundChoice = localChoice('sound');
