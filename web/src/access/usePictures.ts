import type { ManagedUser } from '@dropwire/contract';
import { useEffect, useState } from 'react';
import { avatarUrl } from '../ui/UserAvatar.tsx';

/** Maximum time that the table waits for its avatars, ms. */
const PICTURES_MS = 1500;

/** Whether the avatars of these users have loaded, failed, or taken too long. */
export function usePictures(users: readonly ManagedUser[] | undefined): boolean {
	const [ready, setReady] = useState(false);
	useEffect(() => {
		if (!users || ready) return undefined;
		let left = false;
		const loaded = users.flatMap((user) => {
			const src = avatarUrl(user);
			if (!src) return [];
			const image = new Image();
			image.src = src;
			// A failed avatar must not delay the table; UserAvatar then shows a generic one.
			return image.decode().catch(() => undefined);
		});
		const late = new Promise((resolve) => setTimeout(resolve, PICTURES_MS));
		void Promise.race([Promise.all(loaded), late]).then(() => {
			if (!left) setReady(true);
		});
		return () => {
			left = true;
		};
	}, [users, ready]);
	return ready;
}
