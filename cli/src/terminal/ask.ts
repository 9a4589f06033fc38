import { usage } from '../failure.ts';

/** @throws Failure (usage) without a terminal: scripts use --yes */
export function mustHaveTerminal(): void {
	if (!process.stdin.isTTY) throw usage('Nothing was changed: confirmation needs a terminal.', 'Use --yes to skip it.');
}

/**
 * Asks for confirmation. Any answer except yes counts as no, including the end of the input (Ctrl-D). Ctrl-C ends the
 * process.
 * @throws Failure (usage) without a terminal: scripts use --yes
 */
export async function confirm(question: string): Promise<boolean> {
	return /^y(es)?$/i.test(await answerTo(`${question} [y/N] `));
}

/** Like `confirm`, for changes that are hard to undo: the user must type the number. */
export async function confirmNumber(question: string, number: number): Promise<boolean> {
	return (await answerTo(`${question} Type ${number} to continue: `)).replaceAll(',', '') === String(number);
}

/** The trimmed answer; empty at the end of the input. */
async function answerTo(question: string): Promise<string> {
	mustHaveTerminal();
	const { createInterface } = await import('node:readline');
	const prompt = createInterface({ input: process.stdin, output: process.stderr });
	const answer = await new Promise<string | null>((resolve) => {
		prompt.once('close', () => resolve(null));
		// While readline is active, Ctrl-C arrives as a character; it is passed on to the signal handler.
		prompt.once('SIGINT', () => {
			process.stderr.write('\n');
			process.kill(process.pid, 'SIGINT');
		});
		prompt.question(question, resolve);
	});
	prompt.close();
	if (answer === null) process.stderr.write('\n');
	return answer?.trim() ?? '';
}
