import './userAvatar.css';
import { UserRound } from 'lucide-react';
import { useState } from 'react';

/** Default avatars by discriminator modulo 5 (spec 1, section 3), drawn here in Discord's five colors. */
const DEFAULT_COLORS = ['#8ea1ff', '#a9adb5', '#57c98a', '#f0b132', '#ff7f84'] as const;

interface AvatarUser {
	discordId: string;
	avatar: string | null;
	discriminator: string;
	username: string | null;
}

/** The URL of a user's Discord avatar; null for a user without one. */
export function avatarUrl({ discordId, avatar }: AvatarUser): string | null {
	return avatar && `https://cdn.discordapp.com/avatars/${discordId}/${avatar}.png?size=64`;
}

/** A user's avatar: a drawn one for users without a picture, a generic one if the picture does not load. */
export function UserAvatar(user: AvatarUser) {
	const src = avatarUrl(user);
	const [failed, setFailed] = useState<string | null>(null);
	if (src && src === failed) {
		return (
			<span className="generic">
				<UserRound size={16} aria-hidden="true" />
			</span>
		);
	}
	if (src) return <img className="initial" src={src} alt="" width={28} height={28} onError={() => setFailed(src)} />;
	const color = DEFAULT_COLORS[Number(user.discriminator) % 5] ?? DEFAULT_COLORS[0];
	return (
		<span className="initial" style={{ background: color }} aria-hidden="true">
			{(user.username ?? '?').charAt(0).toUpperCase()}
		</span>
	);
}
