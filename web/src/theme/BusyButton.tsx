import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
	/** Set by Mantine while the button is loading; Mantine also disables it then. */
	'data-loading'?: boolean;
}

/** While loading, it ignores clicks but keeps the focus, which a disabled button would lose. */
export function BusyButton({ type = 'button', disabled, onClick, ...rest }: Props) {
	const busy = rest['data-loading'] === true;
	return (
		<button
			{...rest}
			type={type}
			disabled={disabled && !busy}
			aria-disabled={busy || undefined}
			// Enter in a field of the button's form also triggers a click.
			onClick={busy ? (event) => event.preventDefault() : onClick}
		/>
	);
}
