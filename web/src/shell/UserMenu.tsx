import { ActionIcon, Avatar, Menu, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { api } from '../data/client.ts';
import { useUser } from './Guard.tsx';

/** Default avatars by discriminator modulo 5 (spec 1, section 3), drawn here in Discord's five colours. */
const DEFAULT_COLORS = ['#8ea1ff', '#a9adb5', '#57c98a', '#f0b132', '#ff7f84'] as const;

function Face({ discordId, avatar, discriminator, username }: ReturnType<typeof useUser>) {
	const initial = (
		<span
			className="initial"
			style={{ background: DEFAULT_COLORS[Number(discriminator) % 5] ?? DEFAULT_COLORS[0] }}
			aria-hidden="true"
		>
			{username.charAt(0).toUpperCase()}
		</span>
	);
	if (!avatar) return initial;
	const src = `https://cdn.discordapp.com/avatars/${discordId}/${avatar}.png?size=64`;
	return (
		<Avatar src={src} alt="" size={28}>
			{initial}
		</Avatar>
	);
}

/** Who is signed in, and what one may do about it. */
export function UserMenu() {
	const user = useUser();
	const navigate = useNavigate();
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	const dark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark';
	return (
		<Menu position="bottom-end" key={colorScheme}>
			<Menu.Target>
				<ActionIcon variant="subtle" color="gray" size={36} aria-label={`Account of ${user.username}`}>
					<Face {...user} />
				</ActionIcon>
			</Menu.Target>
			<Menu.Dropdown>
				<Menu.Label>{user.username}</Menu.Label>
				<Menu.Item onClick={() => void navigate('/dashboard/admin')}>Dashboard</Menu.Item>
				<Menu.Item onClick={() => void navigate('/dashboard/settings')}>Settings</Menu.Item>
				<Menu.Item onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
					{dark ? 'Light theme' : 'Dark theme'}
				</Menu.Item>
				<Menu.Divider />
				<Menu.Item
					onClick={() => {
						// Signed out is what the person wants to be, also where the server cannot be told.
						void api.logout().finally(() => location.assign('/'));
					}}
				>
					Sign out
				</Menu.Item>
			</Menu.Dropdown>
		</Menu>
	);
}
