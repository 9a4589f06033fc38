import './face.css';
import { Avatar } from '@mantine/core';
import { UserRound } from 'lucide-react';

/** Default avatars by discriminator modulo 5 (spec 1, section 3), drawn here in Discord's five colours. */
const DEFAULT_COLORS = ['#8ea1ff', '#a9adb5', '#57c98a', '#f0b132', '#ff7f84'] as const;

interface Person {
	discordId: string;
	avatar: string | null;
	discriminator: string;
	username: string | null;
}

/** Where a person's picture is, at Discord; null for who has none. */
export function avatarUrl({ discordId, avatar }: Person): string | null {
	return avatar && `https://cdn.discordapp.com/avatars/${discordId}/${avatar}.png?size=64`;
}

/** A person's picture: their own, a drawn one where they have none, a generic one where theirs does not load. */
export function Face(person: Person) {
	const src = avatarUrl(person);
	if (src) {
		return (
			<Avatar src={src} alt="" size={28}>
				<UserRound size={16} aria-hidden="true" />
			</Avatar>
		);
	}
	const color = DEFAULT_COLORS[Number(person.discriminator) % 5] ?? DEFAULT_COLORS[0];
	return (
		<span className="initial" style={{ background: color }} aria-hidden="true">
			{(person.username ?? '?').charAt(0).toUpperCase()}
		</span>
	);
}
