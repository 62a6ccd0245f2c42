import { untestedPrograms } from './programs.mjs';
import { hasPython } from './python.mjs';

/**
 * What a machine cannot test, as sentences. `required`: fails the run in CI. `optional`: does not.
 * @param {object} machine
 * @param {string | undefined} machine.postgres the address of a server
 * @param {string | undefined} machine.browser the path of a browser
 * @param {boolean} [machine.python] whether there is a python3 that can run the client
 * @param {string} [machine.proofs] why the packages of the proofs could not be installed
 * @param {NodeJS.ProcessEnv} machine.env
 * @param {object} selected
 * @param {boolean} selected.unit whether the tests without a browser are to run
 * @param {boolean} selected.browser
 * @param {boolean} selected.slow
 * @returns {{ required: readonly string[], optional: readonly string[] }}
 */
export function untested({ postgres, browser, python = hasPython(), proofs, env }, selected) {
  const required = [
    selected.unit &&
      !postgres &&
      'NOT TESTED ON POSTGRESQL: no server at 127.0.0.1:5432 lets user postgres in without a password, and TEST_POSTGRES_URL is not set.',
    selected.browser &&
      !browser &&
      'NOT TESTED IN A BROWSER: there is no Chromium. Install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.',
    selected.unit &&
      !python &&
      'NOT TESTED: THE PYTHON CLIENT. There is no python3 of version 3.9 or later (Debian: apt-get install python3).',
    proofs && `NOT TESTED: THE PROOFS WITH THE PACKAGES OF OTHERS. ${proofs}`,
  ].filter((sentence) => typeof sentence === 'string');
  return { required, optional: selected.unit ? untestedPrograms({ slow: selected.slow, env }) : [] };
}

/**
 * The rows of the summary: in CI, where the tests must be complete, each required sentence is a failure.
 * @param {readonly string[]} required
 * @param {boolean} ci
 * @returns {import('./summary.mjs').Row[]}
 */
export function untestedRows(required, ci) {
  return ci ? required.map((sentence) => ({ title: sentence.split(':')[0] ?? '', ok: false, ms: 0 })) : [];
}
