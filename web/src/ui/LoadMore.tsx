import { Button, type ButtonProps } from '@mantine/core';

interface Props extends Pick<ButtonProps, 'mt' | 'size' | 'children'> {
	/** Reads the next page; null after the last one. */
	more: (() => void) | null;
}

/** The button below a list that is read in pages. */
export function LoadMore({ more, mt = 16, children = 'Load more', ...props }: Props) {
	return (
		more && (
			<Button variant="default" mt={mt} onClick={more} {...props}>
				{children}
			</Button>
		)
	);
}
