/** The RFC recommends less than a year. Clients with a copy fetch the file again by then. */
const VALID_MS = 180 * 86_400_000;

/** The text of /.well-known/security.txt (RFC 9116). */
export function securityTxt({ contact, publicUrl, now }: { contact: string; publicUrl: string; now: number }): string {
	return [
		`Contact: mailto:${encodeURI(contact)}`,
		`Expires: ${new Date(now + VALID_MS).toISOString()}`,
		'Preferred-Languages: en',
		`Canonical: ${publicUrl}/.well-known/security.txt`,
		'',
	].join('\n');
}
