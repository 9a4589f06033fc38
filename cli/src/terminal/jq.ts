import { loadJq, type Jq } from 'jq-wasm/inline';
import { EXIT, Failure, usage } from '../failure.ts';

/** jq's exit code for a filter that does not compile (its manual, "Exit status"). */
const NOT_COMPILED = 3;

/**
 * Compiles the filter of `--jq` before a command does anything. It is jq itself, compiled to WebAssembly: the ports to
 * JavaScript give wrong results without an error.
 * @returns applies it to a JSON text; texts in the results are written without quotes
 * @throws Failure (usage) for a filter that does not compile
 */
export async function openFilter(filter: string): Promise<(json: string) => string> {
	const jq = await loadJq();
	const { exitCode, stderr } = apply(jq, 'null', filter);
	if (exitCode === NOT_COMPILED) throw usage(`--jq is not a filter of jq: ${reasonOf(stderr)}`, 'Example: .data[].id');
	return (json) => {
		const result = apply(jq, json, filter);
		if (result.exitCode !== 0) {
			throw new Failure(`The filter of --jq failed: ${reasonOf(result.stderr)}`, { exitCode: EXIT.failed });
		}
		return result.stdout;
	};
}

function apply(jq: Jq, json: string, filter: string) {
	return jq.raw(json, filter, ['-r']);
}

/** jq's first line, without its name and the place in the input. */
function reasonOf(stderr: string): string {
	const [first = ''] = stderr.split('\n');
	return first.replace(/^jq: (error: |error \(at [^)]*\): )?/, '').replace(/ at <[^>]*>, line \d+.*$/, '');
}
