import type { ComponentProps } from 'react';

/**
 * What Mantine's buttons are here: one that is loading keeps the keyboard, which browsers take from a button that is
 * disabled, and does nothing until its work is done.
 */
export function SteadyButton({
	disabled,
	type = 'button',
	onClick,
	'data-loading': loading,
	...props
}: ComponentProps<'button'> & { 'data-loading'?: boolean }) {
	return (
		<button
			{...props}
			type={type}
			data-loading={loading}
			disabled={disabled && !loading}
			aria-disabled={loading}
			// A form that is sent with Enter is sent by a click on its button, too.
			onClick={loading ? (event) => event.preventDefault() : onClick}
		/>
	);
}
