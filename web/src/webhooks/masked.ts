/** A masked address of the server, shorter: `…/4000…0011`. */
export function shortTarget(target: string): string {
	return target.replace(/webhooks\/(\d{4})\d+(\d{4})\/•+/, '$1…$2');
}

/** A webhook's URL without what lets one post: `…/webhooks/1234…/••••`. */
export function masked(url: string): string {
	const id = /\/webhooks\/(\d+)\//.exec(url)?.[1];
	return id ? `…/webhooks/${id.slice(0, 4)}…${id.slice(-4)}/••••` : '••••';
}
