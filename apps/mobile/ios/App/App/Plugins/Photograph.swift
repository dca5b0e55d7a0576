import CoreGraphics
import Foundation
import ImageIO

/// Opens a photograph, and measures how sharp it is.
enum Photograph {
    /// The file is not a picture, or too large a one to be opened.
    struct CannotBeOpened: Error {}
    /// There is not enough memory for it now.
    struct CannotBeMeasured: Error {}

    /// 64 megapixels, which are 256 MB when they are open.
    private static let maxPixels = 64 * 1024 * 1024

    /// The variance of the Laplacian of the luma, as in `packages/vision/src/recognition/sharpness.ts`. At the picture's own size, because
    /// the measure depends on it.
    static func sharpness(of file: Data) throws -> Double {
        let withoutCache = [kCGImageSourceShouldCache: false] as CFDictionary
        guard
            let source = CGImageSourceCreateWithData(file as CFData, withoutCache),
            // The size is read before anything is decoded.
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, withoutCache) as? [CFString: Any],
            let width = properties[kCGImagePropertyPixelWidth] as? Int,
            let height = properties[kCGImagePropertyPixelHeight] as? Int,
            width > 0, height > 0, width <= maxPixels / height,
            let picture = CGImageSourceCreateImageAtIndex(source, 0, withoutCache),
            picture.width == width, picture.height == height
        else { throw CannotBeOpened() }
        guard
            let space = CGColorSpace(name: CGColorSpace.sRGB),
            // Bytes in the order red, green, blue, unused.
            let canvas = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 4 * width, space: space,
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue | CGBitmapInfo.byteOrder32Big.rawValue
            )
        else { throw CannotBeMeasured() }
        canvas.interpolationQuality = .none
        canvas.draw(picture, in: CGRect(x: 0, y: 0, width: width, height: height))
        guard let bytes = canvas.data else { throw CannotBeMeasured() }
        // The bytes are the canvas's own.
        return withExtendedLifetime(canvas) {
            laplacianVariance(UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self)), width: width, height: height)
        }
    }

    /// - Parameter pixels: 4 bytes each, the last unused, row by row
    /// - Returns: the variance over all pixels that have 4 neighbours; 0 if there are none
    static func laplacianVariance(_ pixels: UnsafePointer<UInt8>, width: Int, height: Int) -> Double {
        guard width >= 3, height >= 3 else { return 0 }
        var above = luma(pixels, row: 0, width: width)
        var middle = luma(pixels, row: 1, width: width)
        var sum = 0
        var squares = 0
        for y in 2..<height {
            let below = luma(pixels, row: y, width: width)
            for x in 1..<(width - 1) {
                let value = above[x] + middle[x - 1] + middle[x + 1] + below[x] - 4 * middle[x]
                sum += value
                squares += value * value
            }
            above = middle
            middle = below
        }
        let count = Double(width - 2) * Double(height - 2)
        let mean = Double(sum) / count
        return Double(squares) / count - mean * mean
    }

    /// ITU-R BT.601, in integer arithmetic.
    private static func luma(_ pixels: UnsafePointer<UInt8>, row: Int, width: Int) -> [Int] {
        let start = pixels + 4 * row * width
        return (0..<width).map { x in
            let pixel = start + 4 * x
            return (77 * Int(pixel[0]) + 150 * Int(pixel[1]) + 29 * Int(pixel[2]) + 128) >> 8
        }
    }
}
