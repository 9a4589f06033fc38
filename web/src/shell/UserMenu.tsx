import '../theme/overlays.ts';
import { Menu, useMantineColorScheme } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signOut } from '../api/client.ts';
import { flushDeletions } from '../ui/Undo.tsx';
import { AccountFace } from './AccountFace.tsx';
import { useUser } from '../ui/Guard.tsx';

/** The menu of the signed-in user: pages, theme and sign-out. It opens at once, since its button was used before it loaded. */
export default function UserMenu() {
	const user = useUser();
	const navigate = useNavigate();
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	const dark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark';
	const [opened, setOpened] = useState(true);
	const target = useRef<HTMLButtonElement>(null);
	// The button that was pressed has been replaced by this one, so the menu does not know where to return the focus.
	function change(now: boolean) {
		setOpened(now);
		if (!now) target.current?.focus();
	}
	return (
		// Mantine's focus placeholder is not allowed inside role=menu, so the first entry gets the focus.
		<Menu position="bottom-end" key={colorScheme} withInitialFocusPlaceholder={false} opened={opened} onChange={change}>
			<Menu.Target>
				<AccountFace ref={target} />
			</Menu.Target>
			<Menu.Dropdown>
				<Menu.Label>{user.username}</Menu.Label>
				<Menu.Item onClick={() => void navigate('/dashboard/admin')}>Dashboard</Menu.Item>
				<Menu.Item onClick={() => void navigate('/dashboard/client')}>Image search</Menu.Item>
				<Menu.Item onClick={() => void navigate('/userportal/accesstoken')}>User Portal</Menu.Item>
				{/* For others it would open the image search, which has its own entry. */}
				{user.roles.includes('admin') && (
					<Menu.Item onClick={() => void navigate('/dashboard/settings')}>Settings</Menu.Item>
				)}
				<Menu.Item onClick={() => void navigate('/account/sessions')}>Sessions</Menu.Item>
				<Menu.Item onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
					{dark ? 'Light theme' : 'Dark theme'}
				</Menu.Item>
				<Menu.Divider />
				<Menu.Item onClick={() => void flushDeletions().then(signOut)}>Sign out</Menu.Item>
			</Menu.Dropdown>
		</Menu>
	);
}
