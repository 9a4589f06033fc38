import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FoundPicture } from './look.ts';

const PLACEHOLDERS = 8;

/** The results, one group per mirror that has pictures. */
export function Mirrors({
	pictures,
	titleOf,
	children,
}: {
	pictures: readonly FoundPicture[];
	titleOf(mirror: number): string;
	/** Renders a picture. */
	children(picture: FoundPicture): ReactNode;
}) {
	const mirrors = [...new Set(pictures.map(({ mirror }) => mirror))];
	return mirrors.map((mirror) => (
		<section key={mirror} className="mirror">
			<h2>{titleOf(mirror)}</h2>
			<ul className="pictures">{pictures.filter((picture) => picture.mirror === mirror).map(children)}</ul>
		</section>
	));
}

/** The place of the results while they are searched. */
export function MirrorSkeleton() {
	return (
		<div className="mirror" role="group" aria-busy="true" aria-label="Loading">
			<Skeleton width={96} height={20} mb={12} />
			<div className="pictures">
				{Array.from({ length: PLACEHOLDERS }, (_, index) => (
					<Skeleton key={index} className="picture-place" />
				))}
			</div>
		</div>
	);
}
