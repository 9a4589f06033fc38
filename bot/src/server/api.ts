import { ApiError, type Client, type Contract, contract, createClient } from '@dropwire/bff/contract';

export type Api = Client<Contract>;

/** How long the server may take, ms: a command thinks for a while, a suggestion must come while one types. */
export const PATIENCE = { command: 8000, test: 15_000, suggestion: 250, background: 15_000 } as const;

/** Our server, for one person or for the bot itself. */
export interface ServerAccess {
	/**
	 * The calls of the contract. What takes longer than the patience fails as unreachable.
	 * @param actor the Discord id of who gave the command: the audit log names them
	 */
	as(actor: string | null, patience?: keyof typeof PATIENCE): Api;
	/** The same for one command: what it asks of the server shares one patience, but for what goes on in the background. */
	forCommand(): ServerAccess;
}

export function serverAccess(
	settings: { BFF_URL: string; BFF_TOKEN: string },
	begunAt: () => number = () => performance.now(),
): ServerAccess {
	const { BFF_URL, BFF_TOKEN } = settings;
	return {
		as(actor, patience = 'command') {
			const left = () => {
				const spent = patience === 'background' ? 0 : performance.now() - begunAt();
				return Math.max(0, Math.ceil(PATIENCE[patience] - spent));
			};
			return createClient(contract, {
				origin: BFF_URL,
				token: BFF_TOKEN,
				...(actor && { actor }),
				fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(left()) }),
			});
		},
		forCommand() {
			const now = performance.now();
			return serverAccess(settings, () => now);
		},
	};
}

/** Whether a call that failed may have been done all the same: a refusal was not, anything else nobody knows. */
export function mayBeDone(error: unknown): boolean {
	return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
