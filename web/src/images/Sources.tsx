import '../theme/overlays.ts';
import { Button, Menu } from '@mantine/core';
import { Check } from 'lucide-react';
import { counted } from '../ui/format.ts';
import { sizeText } from './geometry.ts';
import type { FoundPicture } from './look.ts';
import type { ShownPicture, Sizes } from './views.ts';

/** The source of a picture and, behind a button, the view's other sources with their resolutions, to choose one. */
export function Sources({
	item: { label, picture, sources },
	sizes,
	choose,
}: {
	item: ShownPicture;
	sizes: Sizes;
	choose(picture: FoundPicture): void;
}) {
	return (
		<span className="picture-source">
			<span className="dim">{picture.source}</span>
			{sources.length > 1 && (
				<Menu position="bottom-start" withinPortal>
					<Menu.Target>
						<Button variant="subtle" color="gray" size="compact-xs" aria-label={`Sources of ${label}`}>
							{counted(sources.length, 'source')}
						</Button>
					</Menu.Target>
					<Menu.Dropdown>
						{sources.map((one) => {
							const size = sizes[one.url];
							return (
								<Menu.Item
									key={one.id}
									role="menuitemradio"
									aria-checked={one.id === picture.id}
									leftSection={<img src={one.url} alt="" width={40} height={40} className="source-picture" />}
									rightSection={one.id === picture.id && <Check size={16} aria-hidden="true" />}
									onClick={() => choose(one)}
								>
									{one.source}
									<span className="dim mono source-size">{size ? sizeText(size) : ''}</span>
								</Menu.Item>
							);
						})}
					</Menu.Dropdown>
				</Menu>
			)}
		</span>
	);
}
