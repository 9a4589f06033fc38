import { useCall } from '../api/useCall.ts';

/** Where to reach the operators, if they say so. */
export function Contact() {
	const site = useCall('site', {}, { revalidateOnFocus: false }).data;
	if (!site?.inviteUrl && !site?.contactEmail) return null;
	return (
		<>
			{site.inviteUrl && <a href={site.inviteUrl}>Open the community</a>}
			{site.inviteUrl && site.contactEmail && ' · '}
			{site.contactEmail && <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>}
		</>
	);
}
