import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { signOut } from '../data/client.ts';
import { flushDeletions } from '../data/Undo.tsx';
import { Face } from './Face.tsx';
import { useUser } from './Guard.tsx';

/** Who is signed in, and what one may do about it. */
export default function UserMenu() {
	const user = useUser();
	const navigate = useNavigate();
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	const dark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark';
	return (
		// Mantine's placeholder for the first focus is no child that a menu may have: the first entry gets the focus.
		<Menu position="bottom-end" key={colorScheme} withInitialFocusPlaceholder={false}>
			<Menu.Target>
				<ActionIcon variant="subtle" color="gray" size={36} aria-label={`Account of ${user.username}`}>
					<Face {...user} />
				</ActionIcon>
			</Menu.Target>
			<Menu.Dropdown>
				<Menu.Label>{user.username}</Menu.Label>
				<Menu.Item onClick={() => void navigate('/dashboard/admin')}>Dashboard</Menu.Item>
				<Menu.Item onClick={() => void navigate('/dashboard/client')}>Image search</Menu.Item>
				<Menu.Item onClick={() => void navigate('/userportal/accesstoken')}>User Portal</Menu.Item>
				<Menu.Item onClick={() => void navigate('/dashboard/settings')}>Settings</Menu.Item>
				<Menu.Item onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
					{dark ? 'Light theme' : 'Dark theme'}
				</Menu.Item>
				<Menu.Divider />
				<Menu.Item onClick={() => void flushDeletions().then(signOut)}>Sign out</Menu.Item>
			</Menu.Dropdown>
		</Menu>
	);
}
