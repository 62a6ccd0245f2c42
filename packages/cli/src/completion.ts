import { commonOptions, type Command, type Options } from './command.js';

interface Model {
  /** The first words of commands, and what can follow each. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** Options with a value after the first word of their commands, and their choices; without choices, a file name. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly summaries: Readonly<Record<string, string>>;
}

/** What can be completed. Options of the same name have the same choices in all commands with the same first word. */
export function completionModel(commands: readonly Command[]): Model {
  const words: Record<string, string[]> = {};
  const values: Record<string, readonly string[]> = {};
  const summaries: Record<string, string> = {};
  for (const { name, summary, words: expected = [], options = {} } of commands) {
    const [first = '', second] = name.split(' ');
    const all: Options = { ...options, ...commonOptions };
    const more = [...(second === undefined ? [] : [second]), ...(expected[0]?.choices ?? [])];
    words[first] = [...new Set([...(words[first] ?? []), ...more, ...Object.keys(all).map((option) => `--${option}`)])];
    summaries[first] ??= summary;
    for (const [option, { type, choices = [] }] of Object.entries(all))
      if (type === 'string') values[`${first} --${option}`] = choices;
  }
  return { words, values, summaries };
}

export type Shell = keyof typeof scripts;

export const scripts = { bash, zsh, fish };

function bash({ words, values }: Model): string {
  const offer = (offered: readonly string[]) => `candidates='${offered.join(' ')}'`;
  return `_gateway() {
  local candidates='' word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then ${offer(Object.keys(words))}
  else
    case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
${cases(values, offer)}
      *) case "\${COMP_WORDS[1]}" in
${cases(words, offer)}
      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$candidates" -- "$word"))
}
complete -o default -F _gateway gateway`;
}

function zsh({ words, values }: Model): string {
  const offer = (offered: readonly string[]) => `candidates=(${offered.join(' ')})`;
  return `#compdef gateway
_gateway() {
  local -a candidates
  if (( CURRENT == 2 )); then ${offer(Object.keys(words))}
  else
    case "\${words[2]} \${words[CURRENT-1]}" in
${cases(values, offer)}
      *) case "\${words[2]}" in
${cases(words, offer)}
      esac ;;
    esac
  fi
  if (( \${#candidates} )); then compadd -a candidates; else _files; fi
}
if [ "\${funcstack[1]}" = _gateway ]; then _gateway "$@"; else compdef _gateway gateway; fi`;
}

function cases(offers: Model['words'], offer: (offered: readonly string[]) => string): string {
  return Object.entries(offers)
    .map(([word, offered]) => `      '${word}') ${offer(offered)} ;;`)
    .join('\n');
}

function fish({ words, values, summaries }: Model): string {
  const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const lines = Object.entries(words).flatMap(([first, offered]) => {
    const start = `complete -c gateway -f -n __fish_use_subcommand -a ${first} -d ${quoted(summaries[first] ?? '')}`;
    const following = offered.map((word) => {
      const choices = values[`${first} ${word}`];
      const value = choices === undefined ? '' : choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ' -r';
      const name = word.startsWith('--') ? `-l ${word.slice(2)}${value}` : `-f -a ${word}`;
      return `complete -c gateway -n '__fish_seen_subcommand_from ${first}' ${name}`;
    });
    return [start].concat(following);
  });
  return lines.join('\n');
}
