;; Finds which of many texts occur in some bytes. Layout of the memory, as `searchTables` in `text-search.ts` writes it:
;;   0    six rows of 16 bytes: for each of three bytes in turn, and each half of it (the low one first), the
;;        buckets of texts that match the half
;;   96   number of bits by which the hash of three bytes is shifted to give its slot
;;   128  slots: the address of the list of texts that contain these three bytes, or 0
;; A list consists of addresses of texts, and ends with 0. A text consists of: the groups that look for it, the offset
;; of the three bytes in it, its length, and for each of its bytes the address of 256 flags for the matching bytes.
(module
  (import "" "memory" (memory 1))

  ;; The groups of all texts in the bytes from $from to $end, which 32 more bytes follow.
  (func (export "search") (param $from i32) (param $end i32) (result i32)
    (local $low0 v128) (local $high0 v128) (local $low1 v128) (local $high1 v128) (local $low2 v128) (local $high2 v128)
    (local $halves v128) (local $bytes v128) (local $found v128)
    (local $block i32) (local $lanes i32) (local $place i32) (local $shift i32)
    (local $list i32) (local $text i32) (local $start i32) (local $left i32) (local $fits i32) (local $groups i32) (local $more i32)
    (local.set $low0 (v128.load (i32.const 0)))
    (local.set $high0 (v128.load (i32.const 16)))
    (local.set $low1 (v128.load (i32.const 32)))
    (local.set $high1 (v128.load (i32.const 48)))
    (local.set $low2 (v128.load (i32.const 64)))
    (local.set $high2 (v128.load (i32.const 80)))
    (local.set $shift (i32.load (i32.const 96)))
    (local.set $halves (i8x16.splat (i32.const 15)))
    (local.set $block (local.get $from))
    (block $done
      (loop $blocks
        (br_if $done (i32.ge_u (local.get $block) (local.get $end)))
        (local.set $bytes (v128.load (local.get $block)))
        (local.set $found
          (v128.and
            (i8x16.swizzle (local.get $low0) (v128.and (local.get $bytes) (local.get $halves)))
            (i8x16.swizzle (local.get $high0) (i8x16.shr_u (local.get $bytes) (i32.const 4)))))
        (local.set $bytes (v128.load offset=1 (local.get $block)))
        (local.set $found
          (v128.and
            (local.get $found)
            (v128.and
              (i8x16.swizzle (local.get $low1) (v128.and (local.get $bytes) (local.get $halves)))
              (i8x16.swizzle (local.get $high1) (i8x16.shr_u (local.get $bytes) (i32.const 4))))))
        (local.set $bytes (v128.load offset=2 (local.get $block)))
        (local.set $found
          (v128.and
            (local.get $found)
            (v128.and
              (i8x16.swizzle (local.get $low2) (v128.and (local.get $bytes) (local.get $halves)))
              (i8x16.swizzle (local.get $high2) (i8x16.shr_u (local.get $bytes) (i32.const 4))))))
        (if (v128.any_true (local.get $found))
          (then
            (local.set $lanes
              (i8x16.bitmask (i8x16.ne (local.get $found) (v128.const i32x4 0 0 0 0))))
            (loop $places
              (local.set $place (i32.add (local.get $block) (i32.ctz (local.get $lanes))))
              (local.set $lanes (i32.and (local.get $lanes) (i32.sub (local.get $lanes) (i32.const 1))))
              ;; The slot of the three bytes.
              (local.set $list
                (i32.load offset=128
                  (i32.shl
                    (i32.shr_u
                      (i32.mul
                        (i32.and (i32.load (local.get $place)) (i32.const 0xffffff))
                        (i32.const 0x9e3779b1))
                      (local.get $shift))
                    (i32.const 2))))
              (if (local.get $list)
                (then
                  (loop $texts
                    (local.set $text (i32.load (local.get $list)))
                    (if (local.get $text)
                      (then
                        (local.set $start (i32.sub (local.get $place) (i32.load offset=4 (local.get $text))))
                        (local.set $left (i32.load offset=8 (local.get $text)))
                        (local.set $more (i32.or (local.get $groups) (i32.load (local.get $text))))
                        (if
                          (i32.and
                            (i32.ne (local.get $more) (local.get $groups))
                            (i32.and
                              (i32.ge_s (local.get $start) (local.get $from))
                              (i32.le_u
                                (i32.add (local.get $start) (local.get $left))
                                (local.get $end))))
                          (then
                            (loop $byte
                              (local.set $fits
                                (i32.load8_u
                                  (i32.add
                                    (i32.load offset=12 (local.get $text))
                                    (i32.load8_u (local.get $start)))))
                              (local.set $text (i32.add (local.get $text) (i32.const 4)))
                              (local.set $start (i32.add (local.get $start) (i32.const 1)))
                              (local.set $left (i32.sub (local.get $left) (i32.const 1)))
                              (br_if $byte (i32.and (local.get $fits) (i32.ne (local.get $left) (i32.const 0)))))
                            (if (local.get $fits) (then (local.set $groups (local.get $more))))))
                        (local.set $list (i32.add (local.get $list) (i32.const 4)))
                        (br $texts))))))
              (br_if $places (local.get $lanes)))))
        (local.set $block (i32.add (local.get $block) (i32.const 16)))
        (br $blocks)))
    (local.get $groups)))
