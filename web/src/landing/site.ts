/**
 * Where the community is, as the operator has set it; null when nowhere. Asked without the typed client, which brings
 * every schema of the contract with it: this page stays small.
 */
export async function siteInvite(): Promise<string | null> {
	try {
		const response = await fetch('/api/site');
		return ((await response.json()) as { inviteUrl: string | null }).inviteUrl;
	} catch {
		// The page is whole without an invitation.
		return null;
	}
}
