import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Asked } from './WhyDialog.tsx';

const WhyDialog = lazy(() => import('./WhyDialog.tsx'));

/** Opens the answer to why a message came or did not. @param name names the product for screen readers */
export function WhyButton({ name, ...asked }: Asked & { name: string }) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<Button variant="default" size="xs" aria-label={`Why? ${name}`} onClick={() => setOpen(true)}>
				Why?
			</Button>
			{open && (
				<Suspense fallback={null}>
					<WhyDialog name={name} {...asked} close={() => setOpen(false)} />
				</Suspense>
			)}
		</>
	);
}
