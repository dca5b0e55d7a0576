import type { ReactNode } from 'react';
import { QuietButton } from '../controls/Button';
import { Progress } from '../feedback/Progress';
import { Dialog, DialogAnswers } from './Dialog';

interface DownloadDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** Says how much is there. */
  readonly line: string;
  /** 0 to 1. */
  readonly share: number;
  /** Why it failed; null: it has not. */
  readonly problem: string | null;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
  /** Further answers. */
  readonly children?: ReactNode;
}

/** The progress of a download, or its problem. */
export const DownloadDialog = (props: DownloadDialogProps) => (
  <Dialog isOpen={props.isOpen} onClose={props.onCancel} title={props.title} closeOnClickOutside={false}>
    {props.problem === null ? (
      <>
        <p role="status">{props.line}</p>
        <Progress label={props.line} value={props.share} />
      </>
    ) : (
      <p role="alert">{props.problem}</p>
    )}
    <DialogAnswers>
      <QuietButton onClick={props.onCancel}>{props.cancelLabel}</QuietButton>
      {props.children}
    </DialogAnswers>
  </Dialog>
);
