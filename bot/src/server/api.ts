import { type Client, type Contract, contract, createClient } from '@dropwire/bff/contract';

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
}

export function serverAccess({ BFF_URL, BFF_TOKEN }: { BFF_URL: string; BFF_TOKEN: string }): ServerAccess {
	return {
		as(actor, patience = 'command') {
			return createClient(contract, {
				origin: BFF_URL,
				token: BFF_TOKEN,
				...(actor && { actor }),
				fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE[patience]) }),
			});
		},
	};
}
