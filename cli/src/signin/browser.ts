import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { LIMITS, pairingCode } from '@dropwire/contract';
import { notAllowed, usage } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { onErr } from '../terminal/colours.ts';
import { warn } from '../terminal/output.ts';
import { listenForCode } from './loopback.ts';

/**
 * Signs in with the browser: the server's page asks for approval and redirects the browser to a local port with a code (RFC
 * 8252). Exchanging the code for a token requires the verifier, which only this process has (PKCE, RFC 7636).
 * @param name the token's name
 * @throws Failure if sign-in is denied or takes more than five minutes
 */
export async function askBrowser(
	url: string,
	{ open: opensBrowser, name = tokenName() }: { open: boolean; name?: string },
): Promise<{ token: string; tokenId: string; expiresAt: number }> {
	const random = () => randomBytes(32).toString('base64url');
	const [state, verifier] = [random(), random()];
	const challenge = createHash('sha256').update(verifier).digest('base64url');
	const listener = await listenForCode(state);
	try {
		const query = new URLSearchParams({
			port: String(listener.port),
			state,
			challenge,
			name,
		});
		const page = `${url}/signin/cli?${query}`;
		const { bold } = onErr();
		warn(
			`Open this URL in your browser and approve the sign-in if it shows ${bold(pairingCode(challenge))}:\n\n  ${page}\n`,
		);
		if (opensBrowser) await openInBrowser(page);
		const code = await listener.code;
		if (code === null) throw notAllowed('Sign-in was denied.');
		const { data } = await openClient({ url }).cliToken({ code, verifier });
		return { token: data.token, tokenId: data.id, expiresAt: data.expiresAt };
	} finally {
		listener.close();
	}
}

/**
 * Without a terminal the user does not see the URL to open, and the command would wait for five minutes.
 * @throws Failure (usage)
 */
export function mustHaveBrowser(hint: string): void {
	if (!process.stdin.isTTY) throw usage('Approval in the browser needs a terminal.', hint);
}

/** The name of a token for this computer. */
export function tokenName(): string {
	return `dropwire on ${hostname()}`.slice(0, LIMITS.label);
}

/** Errors are ignored, because the URL is printed as well. */
async function openInBrowser(page: string): Promise<void> {
	const { default: open } = await import('open');
	try {
		const child = await open(page);
		child.on('error', () => undefined);
	} catch {
		// No browser.
	}
}
