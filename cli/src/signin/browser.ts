import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { LIMITS, pairingCode } from '@dropwire/bff/contract';
import { notAllowed } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { onErr } from '../terminal/colours.ts';
import { note } from '../terminal/output.ts';
import { listenForCode } from './loopback.ts';

/**
 * Signs in by the browser: the page of the server asks the person, and sends the browser to a port of this computer with
 * a code (RFC 8252). Only who knows the verifier gets a token for it (PKCE, RFC 7636), and only this process does.
 * @throws Failure when the person says no, or nothing in five minutes
 */
export async function askBrowser(
	url: string,
	{ open: opens }: { open: boolean },
): Promise<{ token: string; tokenId: string; expiresAt: number }> {
	const random = () => randomBytes(32).toString('base64url');
	const [state, verifier] = [random(), random()];
	const challenge = createHash('sha256').update(verifier).digest('base64url');
	const listener = await listenForCode(state);
	try {
		const name = `dropwire on ${hostname()}`.slice(0, LIMITS.label);
		const query = new URLSearchParams({ port: String(listener.port), state, challenge, name });
		const page = `${url}/signin/cli?${query}`;
		const { bold } = onErr();
		note(`Open this address in your browser, and say yes if it shows ${bold(pairingCode(challenge))}:\n\n  ${page}\n`);
		if (opens) await openInBrowser(page);
		const code = await listener.code;
		if (code === null) throw notAllowed('The browser said no.');
		const { data } = await openClient({ url }).cliToken({ code, verifier });
		return { token: data.token, tokenId: data.id, expiresAt: data.expiresAt };
	} finally {
		listener.close();
	}
}

/** The address is printed, so a computer without a browser is no failure. */
async function openInBrowser(page: string): Promise<void> {
	const { default: open } = await import('open');
	try {
		const child = await open(page);
		child.on('error', () => undefined);
	} catch {
		// Told by the address above.
	}
}
