import type { ManagedUser } from '@dropwire/bff/contract';
import { useEffect, useState } from 'react';
import { avatarUrl } from '../shell/Face.tsx';

/** The table waits for its pictures, but not for ever. */
const PICTURES_MS = 1500;

/** Whether the pictures of these people have loaded, failed, or taken too long. */
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
			// One that does not load is shown as a generic face by who draws it; here it only must not hold up the table.
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
