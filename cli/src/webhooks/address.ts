const ADDRESS = /^https?:\/\/([^/?#]+)\/api(?:\/v\d+)?\/webhooks\/(\d+)\/([\w-]+)\/?$/;

/** A webhook's address as it may be shown: who knows the token can post in our name. */
export function masked(url: string): string {
	const [, , id] = ADDRESS.exec(url.trim()) ?? [];
	return id ? `…/webhooks/${id}/••••` : '(no webhook address)';
}

/** The same where there is little room: the ends of the id are enough to tell webhooks apart. */
export function maskedShort(url: string): string {
	return masked(url).replace(/(\d{4})\d+(\d{4})/, '$1…$2');
}

/** One text for a webhook, however its address is spelled: what identifies it is id and token. */
export function spelledAlike(url: string): string {
	const [, , id, token] = ADDRESS.exec(url.trim()) ?? [];
	return id && token ? `${id}/${token}` : url.trim();
}
