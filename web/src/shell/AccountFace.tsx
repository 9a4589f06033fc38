import type { ComponentProps } from 'react';
import { useUser } from '../ui/Guard.tsx';
import { UserAvatar } from '../ui/UserAvatar.tsx';

/** The button of the account, as the user's picture: with and without its menu. */
export function AccountFace({ className = '', ...props }: ComponentProps<'button'>) {
	const user = useUser();
	return (
		<button
			type="button"
			aria-label={`Account of ${user.username}`}
			{...props}
			// The menu adds a class of its own.
			className={`account-button ${className}`}
		>
			<UserAvatar {...user} />
		</button>
	);
}
