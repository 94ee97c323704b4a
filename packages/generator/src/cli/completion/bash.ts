import type { Completion } from '../command.js';
import type { CompletedCommand, CompletedProgram } from './program.js';

/**
 * The script for bash 3.2 and later. Bash splits words at `:` and `=` and replaces only what stands behind the last of
 * them, so that the script puts words together first and takes what is already there off its answers. Names from the
 * project are quoted, and never expanded: `compgen -W` would run a table named `$(…)`.
 */
export function bashScript({ commands, options }: CompletedProgram): string {
  const names = commands.flatMap((command) => command.names);
  return `# Completion of orm for bash, printed by "orm completion bash".
_orm() {
  local rest=\${COMP_LINE:0:COMP_POINT} piece=\${COMP_WORDS[COMP_CWORD]} word i
  local -a words=() found=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if ((i == 0)) || [[ $rest == [[:blank:]]* ]]; then
      rest=\${rest#"\${rest%%[![:blank:]]*}"}
      words+=("")
    fi
    ((i == COMP_CWORD)) && word=$rest piece=$rest
    words[\${#words[@]} - 1]+=$word
    rest=\${rest#"$word"}
  done
  [[ $piece == [:=] ]] && piece=

  local current=\${words[\${#words[@]} - 1]} open= flag= command= kind=
  unset "words[\${#words[@]} - 1]"
  case $current in \\"* | \\'*) open=\${current:0:1} ;; esac
  words=("\${words[@]//[\\\\\\"\\']/}")
  current=\${current//[\\\\\\"\\']/} piece=\${piece//[\\\\\\"\\']/}
  for word in "\${words[@]:1}"; do
    [[ $word == -* ]] || { command=$word && break; }
  done
${indented(aliasCases(commands), '  ')}
  if [[ $current == --*=* ]]; then
    flag=\${current%%=*} current=\${current#*=}
  else
    flag=\${words[\${#words[@]} - 1]}
  fi

  case "$command $flag" in
${indented(valueCases(commands), '    ')}
    *)
      if [[ $current == -* ]]; then
        case $command in
${indented(optionCases(commands), '          ')}
          *) kind='${words(options.map(({ flag }) => flag))}' ;;
        esac
      elif [[ -z $command ]]; then
        kind='${words(names)}'
      else
        case $command in
${indented(argumentCases(commands), '          ')}
        esac
      fi
      ;;
  esac

  case $kind in
    '') return ;;
    connections | tables | schema-files)
      while IFS= read -r word; do
        found+=("$word")
      done < <("\${words[0]/#\\~/$HOME}" __complete "$kind" "\${words[@]:1}" 2>/dev/null)
      ;;
    files | folders) ;;
    *) read -r -a found <<<"$kind" ;;
  esac
  COMPREPLY=()
  local prefix=\${current%"$piece"}
  for word in "\${found[@]}"; do
    [[ $word == "$current"* ]] || continue
    word=\${word#"$prefix"}
    if [[ -z $open ]]; then
      printf -v word %q "$word"
    elif [[ $word == *[\\\\\\"\\'\\$\\\`!]* ]]; then
      continue
    fi
    COMPREPLY+=("$word")
  done
  if [[ $kind == files || $kind == folders || ($kind == schema-files && \${#COMPREPLY[@]} -eq 0) ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do
      COMPREPLY+=("$word")
    done < <(compgen "$([[ $kind == folders ]] && echo -d || echo -f)" -- "$current")
  fi
}
complete -F _orm orm
`;
}

const indented = (lines: readonly string[], by: string): string => lines.map((line) => `${by}${line}`).join('\n');

/** Words of ours, between single quotes. */
const words = (list: readonly string[]): string => list.join(' ');

const kindOf = (complete: Completion): string => (typeof complete === 'string' ? complete : words(complete));

function aliasCases(commands: readonly CompletedCommand[]): string[] {
  const cases = commands.flatMap(({ names: [name = '', ...aliases] }) =>
    aliases.length === 0 ? [] : [`  ${aliases.join(' | ')}) command=${name} ;;`],
  );
  return ['case $command in', ...cases, 'esac'];
}

/** An option whose value nobody knows is completed with nothing. */
function valueCases(commands: readonly CompletedCommand[]): string[] {
  return commands.flatMap(({ names: [name = ''], options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, complete = [] }) => `'${name} ${flag}') kind='${kindOf(complete)}' ;;`),
  );
}

function optionCases(commands: readonly CompletedCommand[]): string[] {
  return commands
    .filter(({ options }) => options.length > 0)
    .map(({ names: [name = ''], options }) => `${name}) kind='${words(options.map(({ flag }) => flag))}' ;;`);
}

function argumentCases(commands: readonly CompletedCommand[]): string[] {
  return commands.flatMap(({ names: [name = ''], argument }) =>
    argument === undefined ? [] : [`${name}) kind='${kindOf(argument)}' ;;`],
  );
}
