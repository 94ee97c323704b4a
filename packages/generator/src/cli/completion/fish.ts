import type { Completion } from '../command.js';
import type { CompletedCommand, CompletedOption, CompletedProgram } from './program.js';

/** The script for fish 3 and later, which quotes what it inserts by itself. */
export function fishScript({ commands, options }: CompletedProgram): string {
  return `# Completion of orm for fish, printed by "orm completion fish".
function __orm_command
    for word in (commandline -opc)[2..]
        string match -q -- '-*' $word; or begin
            echo $word
            return
        end
    end
end

function __orm_is
    contains -- (__orm_command) $argv
end

function __orm_is_none
    test -z (__orm_command | string collect)
end

function __orm_look_up
    set -l words (commandline -opc)
    $words[1] __complete $argv[1] $words[2..] 2>/dev/null
end

complete -c orm -e
complete -c orm -f
${[
  ...options.map((option) => optionLine('__orm_is_none', option)),
  ...commands.flatMap(({ names, summary }) =>
    names.map((name) => `complete -c orm -n __orm_is_none -a ${inQuotes(name)} -d ${inQuotes(summary)}`),
  ),
  ...commands.flatMap(commandLines),
].join('\n')}
`;
}

const inQuotes = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

function commandLines({ names, options, argument }: CompletedCommand): string[] {
  const condition = inQuotes(`__orm_is ${names.join(' ')}`);
  return [
    ...options.map((option) => optionLine(condition, option)),
    ...(argument === undefined ? [] : [`complete -c orm -n ${condition} ${values(argument)}`]),
  ];
}

function optionLine(condition: string, { flag, description, takesValue, complete = [] }: CompletedOption): string {
  const value = takesValue ? ` -r ${values(complete)}` : '';
  return `complete -c orm -n ${condition} -l ${flag.slice(2)}${value} -d ${inQuotes(description)}`;
}

function values(complete: Completion): string {
  switch (complete) {
    case 'files':
      return '-F';
    case 'folders':
      return "-f -a '(__fish_complete_directories)'";
    case 'schema-files':
      return "-F -a '(__orm_look_up schema-files)'";
    case 'connections':
    case 'tables':
      return `-f -a '(__orm_look_up ${complete})'`;
    default:
      return complete.length === 0 ? '-f' : `-f -a ${inQuotes(complete.join(' '))}`;
  }
}
