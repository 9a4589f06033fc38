/** A server's Discord icon, or its first letter if it has none. */
export function GuildIcon({ name, image, size = 24 }: { name: string; image: string; size?: number }) {
	if (image) return <img src={image} alt="" width={size} height={size} loading="lazy" />;
	return (
		<svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
			<circle cx="12" cy="12" r="12" fill="var(--line)" />
			<text x="12" y="16.5" textAnchor="middle" fontSize="12" fontWeight="600" fill="var(--text)">
				{name.charAt(0).toUpperCase()}
			</text>
		</svg>
	);
}
