// Ends the process on a Node that is too old. Written in syntax that such a Node still parses: everything newer
// is imported dynamically, after this module has run.

/**
 * One sentence for a person on an unsupported Node, or an empty string.
 * @param {string} version as in `process.versions.node`
 * @returns {string}
 */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (supported) return '';
  return 'This is Node ' + version + ', but Node 20.19 or newer is needed (of the 22 line: 22.12 or newer).';
}

const problem = nodeProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exit(1);
}
