import './imageBar.css';
import '../theme/overlays.ts';
import { Button, Modal } from '@mantine/core';
import { counted } from '../ui/format.ts';
import type { SizedCrop } from './geometry.ts';
import type { DownloadJob } from './useDownloads.ts';

/** A picture of a download. */
export interface LabelledJob extends DownloadJob {
	label: string;
}

/** A download in which only some pictures have a crop. */
export interface Question {
	jobs: readonly LabelledJob[];
	/** The crop that the others can have, too. */
	crop: SizedCrop;
	start(jobs: readonly LabelledJob[]): void;
}

/** More names would not help to decide. */
const MAX_NAMES = 5;

/** Asks what becomes of pictures without a crop before a download in which others have one. Closing it downloads nothing. */
export function Uncropped({ question, close }: { question: Question | null; close(): void }) {
	const jobs = question?.jobs ?? [];
	const whole = jobs.filter(({ crop }) => crop === null);
	const names = whole.slice(0, MAX_NAMES).map(({ label }) => label);
	const start = (chosen: readonly LabelledJob[]) => {
		close();
		question?.start(chosen);
	};
	return (
		<Modal
			opened={question !== null}
			onClose={close}
			title={`${whole.length} of ${counted(jobs.length, 'picture')} ${whole.length === 1 ? 'is' : 'are'} not cropped`}
			centered
			size="sm"
		>
			<p className="dim uncropped">
				{names.join('; ')}
				{whole.length > MAX_NAMES && ` and ${whole.length - MAX_NAMES} more`}
			</p>
			<div className="uncropped-choices">
				<Button
					data-autofocus
					onClick={() => start(jobs.map((job) => ({ ...job, crop: job.crop ?? question?.crop ?? null })))}
				>
					Crop them alike
				</Button>
				<Button variant="default" onClick={() => start(jobs.filter(({ crop }) => crop !== null))}>
					Leave them out
				</Button>
				<Button variant="default" onClick={() => start(jobs)}>
					Save them whole
				</Button>
			</div>
		</Modal>
	);
}
