import { usage } from '../failure.ts';

/**
 * Asks yes or no at the terminal; anything but a yes is a no.
 * @throws Failure (usage) where there is nobody to ask: scripts say --yes
 */
export async function confirm(question: string): Promise<boolean> {
	if (!process.stdin.isTTY) throw usage('Nothing was changed: there is no terminal to ask at.', 'Say --yes to go on.');
	const { createInterface } = await import('node:readline/promises');
	const prompt = createInterface({ input: process.stdin, output: process.stderr });
	try {
		const answer = await prompt.question(`${question} [y/N] `);
		return /^y(es)?$/i.test(answer.trim());
	} finally {
		prompt.close();
	}
}
