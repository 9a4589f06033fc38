import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
	/** As Mantine marks a button whose work goes on; it disables it too. */
	'data-loading'?: boolean;
}

/** While its work goes on it does nothing, but keeps the focus, which a browser takes from what is disabled. */
export function LastingButton({ type = 'button', disabled, onClick, ...rest }: Props) {
	const busy = rest['data-loading'] === true;
	return (
		<button
			{...rest}
			type={type}
			disabled={disabled && !busy}
			aria-disabled={busy || undefined}
			// Enter in a field of its form clicks it as well.
			onClick={busy ? (event) => event.preventDefault() : onClick}
		/>
	);
}
