/** Makes the bucket of the settings (`S3_…`), if it is missing. */
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';

const {
  S3_BUCKET: Bucket,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: accessKeyId = '',
  S3_SECRET_ACCESS_KEY: secretAccessKey = '',
} = process.env;
const client = new S3Client({
  region: process.env['S3_REGION'] ?? 'us-east-1',
  credentials: { accessKeyId, secretAccessKey },
  ...(endpoint && { endpoint, forcePathStyle: true }),
});
try {
  await client.send(new HeadBucketCommand({ Bucket }));
} catch (error) {
  if (/** @type {Error} */ (error).name !== 'NotFound') throw error;
  await client.send(new CreateBucketCommand({ Bucket }));
}
