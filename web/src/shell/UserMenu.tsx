import '../theme/overlays.ts';
import { Menu, useMantineColorScheme } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signOut } from '../ui/signOut.ts';
import { AccountFace } from './AccountFace.tsx';
import { isFor, useFeatures } from './feature.ts';
import { useUser } from '../ui/Guard.tsx';

/** The menu of the signed-in user: pages, theme and sign-out. It opens at once, since its button was used before it loaded. */
export default function UserMenu() {
	const user = useUser();
	const entries = useFeatures().flatMap(({ account = [] }) => account);
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
				{entries
					.filter((entry) => isFor(entry.for, user))
					.map(({ label, path }) => (
						<Menu.Item key={path} onClick={() => void navigate(path)}>
							{label}
						</Menu.Item>
					))}
				<Menu.Item onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
					{dark ? 'Light theme' : 'Dark theme'}
				</Menu.Item>
				<Menu.Divider />
				<Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
			</Menu.Dropdown>
		</Menu>
	);
}
