import type { Completion } from '../command.js';
import type { CompletedCommand, CompletedOption, CompletedProgram } from './program.js';

/** The script for zsh: a file of `$fpath` named `_orm`, or a text to evaluate after `compinit`. */
export function zshScript({ commands, options }: CompletedProgram): string {
  return `#compdef orm
# Completion of orm for zsh, printed by "orm completion zsh".
_orm() {
  local command= flag= word current=\${(Q)PREFIX}
  local -a before list
  before=("\${(@Q)words[1,CURRENT - 1]}")
  for word in "\${(@)before[2,-1]}"; do
    [[ $word == -* ]] || { command=$word && break }
  done
  case $command in
${commands.flatMap(aliasCase).join('\n')}
  esac
  if [[ $current == --*=* ]]; then
    flag=\${current%%=*}
    compset -P '*='
  else
    flag=$before[-1]
  fi

  case "$command $flag" in
${commands.flatMap(valueCases).join('\n')}
    *)
      if [[ $current == -* ]]; then
        case $command in
${commands
  .filter((command) => command.options.length > 0)
  .map(optionCase)
  .join('\n')}
          *) ${optionList(options)} ;;
        esac
        _describe -o option list
      elif [[ -z $command ]]; then
        list=(${commands.flatMap(({ names, summary }) => names.map((name) => described(name, summary))).join(' ')})
        _describe command list
      else
        case $command in
${commands.flatMap(argumentCase).join('\n')}
        esac
      fi
      ;;
  esac
}

_orm_look_up() {
  local -a found
  found=("\${(@f)$("\${before[1]/#\\~/$HOME}" __complete $1 "\${(@)before[2,-1]}" 2>/dev/null)}")
  found=(\${found:#})
  (( $#found )) && compadd -- "\${(@)found}"
}

if [[ $funcstack[1] == _orm ]]; then
  _orm "$@"
else
  compdef _orm orm
fi
`;
}

/** A name and what it means, for `_describe`. */
const described = (name: string, meaning: string): string =>
  `'${`${name.replaceAll(':', '\\:')}:${meaning}`.replaceAll("'", "'\\''")}'`;

const optionList = (options: readonly CompletedOption[]): string =>
  `list=(${options.map(({ flag, description }) => described(flag, description)).join(' ')})`;

function action(complete: Completion | undefined): string {
  switch (complete) {
    case undefined:
      return '';
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    case 'schema-files':
      return '_orm_look_up schema-files || _files';
    case 'connections':
    case 'tables':
      return `_orm_look_up ${complete}`;
    default:
      return `compadd -- ${complete.join(' ')}`;
  }
}

const aliasCase = ({ names: [name = '', ...aliases] }: CompletedCommand): string[] =>
  aliases.length === 0 ? [] : [`    ${aliases.join('|')}) command=${name} ;;`];

const valueCases = ({ names: [name = ''], options }: CompletedCommand): string[] =>
  options
    .filter(({ takesValue }) => takesValue)
    .map(({ flag, complete }) => `    '${name} ${flag}') ${action(complete)} ;;`);

const optionCase = ({ names: [name = ''], options }: CompletedCommand): string =>
  `          ${name}) ${optionList(options)} ;;`;

const argumentCase = ({ names: [name = ''], argument }: CompletedCommand): string[] =>
  argument === undefined ? [] : [`          ${name}) ${action(argument)} ;;`];
