import type { Work } from '../command.ts';
import { write } from '../terminal/output.ts';

/** Each passes the words to `dropwire __complete`, which prints one candidate per line, and falls back to file names. */
const SCRIPTS: Readonly<Record<string, string>> = {
	bash: `# bash completion of dropwire
_dropwire() {
	local IFS=$'\\n'
	COMPREPLY=($(dropwire __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _dropwire dropwire
`,
	zsh: `#compdef dropwire
# zsh completion of dropwire
_dropwire() {
	local -a found
	found=("\${(@f)$(dropwire __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
	if [[ -n "\${found[1]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
if [ "$funcstack[1]" = "_dropwire" ]; then _dropwire "$@"; else compdef _dropwire dropwire; fi
`,
	fish: `# fish completion of dropwire
function __dropwire_complete
	set -l words (commandline -opc) (commandline -ct)
	dropwire __complete -- $words[2..-1] 2>/dev/null
end
complete -c dropwire -a '(__dropwire_complete)'
`,
};

export const run: Work<object, [string]> = ({ args: [shell] }) => write(SCRIPTS[shell] ?? '');
