import type { Site } from '@dropwire/contract';
import { Button } from '@mantine/core';

/** Where to ask before or after a request; nothing if the operators do not say. */
export function Questions({ site: { inviteUrl, contactEmail } }: { site: Site }) {
	if (!inviteUrl && !contactEmail) return null;
	return (
		<section className="card">
			<h2>Questions</h2>
			<p>{inviteUrl ? 'Ask the operators and other members in the community.' : 'Write to the operators.'}</p>
			<p className="request-contact">
				{inviteUrl && (
					<Button component="a" href={inviteUrl} target="_blank" rel="noreferrer" variant="default">
						Join our Discord
					</Button>
				)}
				{contactEmail && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
			</p>
		</section>
	);
}
