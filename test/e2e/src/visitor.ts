import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

export interface Answer {
	status: number;
	headers: IncomingMessage['headers'];
	body: string;
}

export interface Visitor {
	/** The `Set-Cookie` lines of the last response that had any. */
	setCookies: string[];
	/** Returns the response as soon as it begins. */
	open(path: string, options?: RequestOptions): Promise<IncomingMessage>;
	/** Returns the complete response; does not follow redirects. */
	ask(path: string, options?: RequestOptions): Promise<Answer>;
	/** Signs in from /auth and approves as Ada on Discord's consent page. @returns the URLs on the way */
	signIn(): Promise<string[]>;
}

interface RequestOptions {
	method?: string;
	headers?: Record<string, string>;
	body?: string;
}

/**
 * Acts as a browser towards a server with TLS.
 * @param ca the certificate that it trusts
 * @param address the local address from which it sends requests
 */
export function createVisitor(origin: string, ca: string, address: string): Visitor {
	const cookies = new Map<string, string>();
	const person: Visitor = {
		setCookies: [],
		open: (path, { method = 'GET', headers = {}, body } = {}) =>
			new Promise((resolve, reject) => {
				const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
				const own = { origin, ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) };
				const options = { method, ca, localAddress: address, headers: { ...own, ...headers }, agent: false };
				const call = request(new URL(path, origin), options, (response) => {
					const set = response.headers['set-cookie'] ?? [];
					if (set.length > 0) person.setCookies = set;
					for (const line of set) {
						const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
						cookies.set(name, value);
					}
					resolve(response);
				});
				call.once('error', reject);
				call.end(body);
			}),
		async ask(path, options) {
			const response = await person.open(path, options);
			return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
		},
		async signIn() {
			const way: string[] = [];
			for (let at: string | undefined = '/auth?next=/dashboard/admin'; at !== undefined;) {
				way.push(at);
				if (way.length > 10) throw new Error(`Signing in went round in circles: ${way.join(' ')}`);
				if (at.includes('/oauth2/authorize')) {
					const consent: Response = await fetch(`${at}&as=ada`, { redirect: 'manual' });
					at = consent.headers.get('location') ?? undefined;
				} else at = (await person.ask(at)).headers.location;
			}
			return way;
		},
	};
	return person;
}
