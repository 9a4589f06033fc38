import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Asked } from './WhyDialog.tsx';

const WhyDialog = lazy(() => import('./WhyDialog.tsx'));

/** Opens what happened to a product, and why its message came or did not. @param name what is asked about, for screen readers */
export function WhyButton({ name, ...asked }: Asked & { name: string }) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<Button variant="default" size="xs" aria-label={`Why? ${name}`} onClick={() => setOpen(true)}>
				Why?
			</Button>
			{open && (
				<Suspense fallback={null}>
					<WhyDialog {...asked} close={() => setOpen(false)} />
				</Suspense>
			)}
		</>
	);
}
