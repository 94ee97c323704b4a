import type { CommandDescriptor } from '../command.js';
import { SHELLS } from '../completion/shells.js';

export const completion: CommandDescriptor = {
  name: 'completion',
  aliases: [],
  summary: 'Prints a shell completion script',
  description: [
    'The shell then completes commands, options and their values, and looks up the connections, tables and schema files of the project in the current folder.',
    'For bash, where its package bash-completion looks: "orm completion bash > ~/.local/share/bash-completion/completions/orm"',
    'For zsh, in a folder that ~/.zshrc adds to fpath before compinit: "orm completion zsh > ~/.zfunc/_orm"',
    'For fish: "orm completion fish > ~/.config/fish/completions/orm.fish"',
    'Where every shell finds orm on its PATH, a line in the start file does as well and is never out of date: eval of what bash or zsh is given, or "orm completion fish | source".',
  ],
  argument: { name: 'shell', description: 'bash, zsh or fish', complete: SHELLS },
  options: [],
  examples: [
    { line: 'orm completion bash', meaning: 'print the script for bash' },
    { line: 'orm completion zsh > _orm', meaning: 'keep the one for zsh in a file' },
  ],
  load: () => import('../commands/completion.js'),
};
