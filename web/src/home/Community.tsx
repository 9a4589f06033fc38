import { Button } from '@mantine/core';
import { useCall } from '../api/useCall.ts';

/** The operators' own Discord server; absent without an invitation. */
export function Community() {
	const site = useCall('site', {}, { revalidateOnFocus: false }).data;
	if (!site?.inviteUrl) return null;
	return (
		<section className="card" aria-labelledby="community">
			<h2 id="community">Community</h2>
			<p className="dim">Questions, news and other members.</p>
			<Button component="a" variant="default" size="xs" href={site.inviteUrl} target="_blank" rel="noreferrer">
				Join our Discord
			</Button>
		</section>
	);
}
