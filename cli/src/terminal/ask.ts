import { usage } from '../failure.ts';

/**
 * Asks yes or no at the terminal; anything but a yes is a no, also the end of the input (Ctrl-D). Ctrl-C ends the process.
 * @throws Failure (usage) where there is nobody to ask: scripts say --yes
 */
export async function confirm(question: string): Promise<boolean> {
	if (!process.stdin.isTTY) throw usage('Nothing was changed: there is no terminal to ask at.', 'Say --yes to go on.');
	const { createInterface } = await import('node:readline');
	const prompt = createInterface({ input: process.stdin, output: process.stderr });
	const answer = await new Promise<string | null>((resolve) => {
		prompt.once('close', () => resolve(null));
		// The terminal gives Ctrl-C as a character while it asks: on to where every interrupt is handled.
		prompt.once('SIGINT', () => {
			process.stderr.write('\n');
			process.kill(process.pid, 'SIGINT');
		});
		prompt.question(`${question} [y/N] `, resolve);
	});
	prompt.close();
	if (answer === null) process.stderr.write('\n');
	return /^y(es)?$/i.test(answer?.trim() ?? '');
}
